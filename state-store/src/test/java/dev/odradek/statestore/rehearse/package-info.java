/** Tests of the rehearsal. */
package dev.odradek.statestore.rehearse;
