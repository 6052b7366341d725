package io.tributary.it.environment;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * State of a connector and its tasks as the worker tells it.
 *
 * @param state UNASSIGNED, RUNNING, PAUSED, STOPPED, FAILED, RESTARTING
 * @param trace stack trace of a failed connector, else empty
 */
public record ConnectorStatus(String name, String state, String trace, List<Task> tasks) {

  /** One task; states as of the connector, trace empty unless FAILED. */
  public record Task(int id, String state, String trace) {}

  public ConnectorStatus {
    tasks = List.copyOf(tasks);
  }

  /**
   * Connector and all tasks; a running, paused or failed connector must have a task, a stopped one
   * none.
   */
  public boolean all(String wanted) {
    if (!state.equals(wanted)) {
      return false;
    }
    if (wanted.equals("STOPPED")) {
      return tasks.isEmpty();
    }
    return !tasks.isEmpty() && tasks.stream().allMatch(task -> task.state().equals(wanted));
  }

  public boolean anyFailed() {
    return state.equals("FAILED") || tasks.stream().anyMatch(task -> task.state().equals("FAILED"));
  }

  /** Traces of connector and tasks, one after the other; empty when nothing failed. */
  public String traces() {
    return Stream.concat(Stream.of(trace), tasks.stream().map(Task::trace))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  /** One line without traces. */
  @Override
  public String toString() {
    return name
        + " "
        + state
        + tasks.stream()
            .map(task -> task.id() + " " + task.state())
            .collect(Collectors.joining(", ", " [", "]"));
  }
}
