/**
 * The main job in one command: two MySQL servers with shard tables, rows that move between them,
 * one merged table.
 *
 * <p>Must not know the product's classes: it works through REST and SQL only.
 */
package io.tributary.it.demo;
