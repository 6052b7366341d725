package io.tributary.benchmark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The options of a command line: {@code --name value}.
 *
 * @param values by name without dashes
 */
record Arguments(Map<String, String> values) {
  Arguments {
    values = Map.copyOf(values);
  }

  /**
   * Reads a command line; ends the program with the usage when it is wrong or asks for help.
   *
   * @param names the options that there are
   */
  static Arguments parse(String[] words, List<String> names, String usage) {
    if (List.of(words).contains("--help")) {
      System.out.println(usage);
      System.exit(0);
    }
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < words.length; i += 2) {
      String name = words[i].startsWith("--") ? words[i].substring(2) : words[i];
      if (!names.contains(name) || i + 1 == words.length) {
        System.err.println("unknown option, or one without its value: " + words[i] + "\n" + usage);
        System.exit(2);
      }
      values.put(name, words[i + 1]);
    }
    return new Arguments(values);
  }

  String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  int number(String name, int otherwise) {
    return values.containsKey(name) ? Integer.parseInt(values.get(name)) : otherwise;
  }

  /** A list that is separated by commas. */
  List<String> list(String name, String otherwise) {
    return List.of(text(name, otherwise).split(","));
  }
}
