/** The sample pipeline that judges itself by its handlers' own ledgers. */
@NullMarked
package dev.odradek.standalone.demo;

import org.jspecify.annotations.NullMarked;
