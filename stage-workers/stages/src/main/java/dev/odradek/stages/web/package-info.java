/** The little HTTP the sample speaks: requests, replies, routes, and a server for them. */
@NullMarked
package dev.odradek.stages.web;

import org.jspecify.annotations.NullMarked;
