/** The model proxy: the only one that knows the model's key, and the one that runs what the model asks for. */
@NullMarked
package dev.odradek.stages.bench.proxy;

import org.jspecify.annotations.NullMarked;
