/** What any broker must do for the pipeline to keep its promises, run on each broker we can start. */
package dev.odradek.localcluster.contract;
