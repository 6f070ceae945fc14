/** Who may do what: tokens, scopes, tenants. */
@NullMarked
package dev.odradek.ingest.access;

import org.jspecify.annotations.NullMarked;
