package io.tributary.it.environment;

import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Gives tests a parameter of type {@link Environment}: one for all classes of a run, started by the
 * first test that asks, ended by JUnit after the last. A test uses names of its own (servers,
 * topics, connectors, schemas) and leaves workers and broker running. After a failed test the ends
 * of all logs are printed.
 */
public final class SharedEnvironment implements ParameterResolver, TestWatcher {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(SharedEnvironment.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Environment.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    // JUnit closes what is AutoCloseable in its root store.
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            Environment.class,
            key ->
                Environment.start(
                    EnvironmentOptions.fromSystemProperties().withProgress(System.out::println)),
            Environment.class);
  }

  @Override
  public void testDisabled(ExtensionContext context, Optional<String> reason) {
    System.out.println(
        "skipped: " + context.getDisplayName() + ": " + reason.orElse("no reason given"));
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    Environment environment =
        context.getRoot().getStore(NAMESPACE).get(Environment.class, Environment.class);
    if (environment != null) {
      System.out.println(context.getDisplayName() + " failed; logs in " + environment.folder());
      System.out.println(environment.logTails());
    }
  }
}
