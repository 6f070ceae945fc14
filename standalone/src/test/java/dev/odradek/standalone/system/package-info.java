/** The whole product on a real broker, in processes of its own where processes matter. */
package dev.odradek.standalone.system;
