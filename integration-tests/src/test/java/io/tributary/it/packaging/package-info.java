/**
 * What the build hands out. It must not know how the plugins work, only what lies in their
 * archives.
 */
package io.tributary.it.packaging;
