/** The services of odradek in one process, with reads and metrics over HTTP. */
@NullMarked
package dev.odradek.standalone.service;

import org.jspecify.annotations.NullMarked;
