/** What facts make of the rows that people and programs outside read: pure, so that a rebuild gives the same rows. */
@NullMarked
package dev.odradek.statestore.projection;

import org.jspecify.annotations.NullMarked;
