/** How the verbs reach a running odradek: its endpoints, its reads over HTTP, its commands over Kafka. */
@NullMarked
package dev.odradek.standalone.client;

import org.jspecify.annotations.NullMarked;
