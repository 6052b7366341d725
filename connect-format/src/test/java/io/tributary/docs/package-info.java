/**
 * Pages of docs that are made from code, shared by the tests of both plugins. It must not know any
 * plugin: what a page shows is handed in.
 */
package io.tributary.docs;
