package io.tributary.it.environment;

import java.nio.file.Path;

/**
 * Server programs on this machine.
 *
 * @param mysqld program that takes mysqld's options
 * @param template initialised data folder: user root without password, from localhost and anywhere
 */
record ServerInstallation(Path mysqld, Path template) {

  void copyTemplate(Path data) {
    Folders.copy(template, data);
  }
}
