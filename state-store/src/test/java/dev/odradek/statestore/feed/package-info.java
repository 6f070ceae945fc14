/** The change feed on a real broker and a real database. */
package dev.odradek.statestore.feed;
