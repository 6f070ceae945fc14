package dev.odradek.standalone.service;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Says in words what an I/O failure is: the JDK's own messages are often only a path. */
public final class Reasons {
    private Reasons() {}

    public static String of(IOException e) {
        String message = e.getMessage() == null ? "" : e.getMessage();
        if (e instanceof AccessDeniedException) return "access denied: " + message;
        if (e instanceof NoSuchFileException) return "no such file: " + message;
        if (e instanceof FileAlreadyExistsException || e instanceof NotDirectoryException) {
            return "not a directory: " + message;
        }
        return message.isEmpty() ? e.getClass().getSimpleName() : message;
    }
}
