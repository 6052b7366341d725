package io.tributary.it.environment;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A test too long for the everyday run: {@code mvn verify -Dtributary.size=full}. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(
    named = "tributary.size",
    matches = "full",
    disabledReason = "long: runs with -Dtributary.size=full")
public @interface FullSize {}
