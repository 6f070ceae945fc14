package dev.odradek.statestore.stream;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.jspecify.annotations.Nullable;

/**
 * Rows in memory, outside the heap: however many there are, they cost the collector nothing.
 *
 * <p>What is put is appended to the newest page. When it is full and most rows of some other have changed since, and so
 * lie elsewhere, the rest of the emptiest moves on and it is used again; else there is a page more. Rows that have not
 * changed for a while are packed when they move on. When there may be no more pages, the rows of the oldest leave for
 * the disk, if all are so full that moving rows would hardly make room.
 *
 * <p>One thread writes, any may read.
 */
final class RowPages {
    /** Of which part of a page at most the rows move on: what is left is room for others. */
    private static final double MOST_MOVED = 0.75;

    /** Which part of the pages is for rows as they are: those that have just changed are likely to change again. */
    private static final int YOUNG = 4;

    /** Which part of them once there may be no more pages: a row that is packed costs less than one on disk. */
    private static final int YOUNG_WHEN_FULL = 8;

    /** How long a row is once it is packed, of what it was, as long as nobody knows better. */
    private static final double USUAL = 1 / 3.0;

    /** So much of what was seen is kept with each page that leaves unpacked: in the end one is tried again. */
    private static final double REMEMBERED = 0.98;

    /** How many hashes are looked at while others wait, if their rows are small. */
    private static final int AT_ONCE = 1_000;

    /** After how many it is seen how large their rows are. */
    private static final int FEW = 8;

    private final RowMemory memory;
    private final int pageBytes;
    private final Consumer<List<KeyValue<Bytes, byte[]>>> disk;
    private final RowIndex index = new RowIndex();
    private RowPacker packer = new RowPacker();
    private final Deque<RowPage> pages = new ArrayDeque<>();
    private RowPage[] byNumber = {};
    /** Empty, and ready to be the newest. */
    private @Nullable RowPage spare;

    private long made;
    /** How long rows are once they are packed, of what they were; as the last ones came out. */
    private double packed = USUAL;

    /** @param disk where rows leave to; when it returns, they are there */
    RowPages(RowMemory memory, Consumer<List<KeyValue<Bytes, byte[]>>> disk) {
        this.memory = memory;
        this.pageBytes = memory.pageBytes();
        this.disk = disk;
    }

    /** The row under this key, {@link Layer#GONE} if it is gone; absent: the disk may have it. */
    synchronized byte @Nullable [] get(Bytes key) {
        int place = find(index.hash(key.get()), key.get());
        return place < 0 ? null : row(page(place), offset(place), key.get());
    }

    /** Whether it has the row under this key, or knows that it is gone. */
    synchronized boolean has(Bytes key) {
        return find(index.hash(key.get()), key.get()) >= 0;
    }

    /** Keeps a row, and says whether it could: one that takes a good part of a page must go to disk at once. */
    synchronized boolean put(Bytes key, byte[] row) {
        int size = RowPage.size(key.get(), row);
        RowPage newest = size > pageBytes / 4 ? null : newestWith(size);
        if (newest == null) {
            return false;
        }
        int hash = index.hash(key.get());
        int before = find(hash, key.get());
        int place = newest.append(hash, key.get(), row);
        if (before < 0) {
            index.add(hash, place);
        } else {
            page(before).leave(offset(before));
            index.move(hash, before, place);
        }
        return true;
    }

    /** Forgets what it has under this key; the disk has a newer one. */
    synchronized void remove(Bytes key) {
        int hash = index.hash(key.get());
        int place = find(hash, key.get());
        if (place >= 0) {
            page(place).leave(offset(place));
            index.remove(hash, place);
        }
    }

    /** The first {@code most} wanted rows from a key on, in order; {@link Layer#GONE} for those that are gone. */
    NavigableMap<Bytes, byte[]> first(int most, byte[] from, Predicate<byte[]> wanted) {
        NavigableMap<Bytes, byte[]> found = new TreeMap<>(Comparator.naturalOrder());
        for (long page = 0; page >= 0; ) {
            page = firstOfNext(page, most, from, wanted, found);
        }
        return found;
    }

    /**
     * Looks through the first page made at {@code made} or later, and says where to go on; below zero if nowhere.
     *
     * <p>From the oldest page on: rows only ever move to the newest one, where they are found then. One that is put
     * meanwhile may be found twice, the newer one later.
     */
    private synchronized long firstOfNext(
            long made, int most, byte[] from, Predicate<byte[]> wanted, NavigableMap<Bytes, byte[]> found) {
        for (RowPage page : pages) {
            if (page.made() >= made) {
                eachUsed(page, at -> {
                    // What will not be kept is not copied.
                    boolean isLate = found.size() == most
                            && !page.isBefore(at, found.lastKey().get())
                            && !page.hasKey(at, found.lastKey().get());
                    if (!isLate && !page.isBefore(at, from)) {
                        take(page, at, most, wanted, found);
                    }
                });
                return page.made() + 1;
            }
        }
        return -1;
    }

    private void take(RowPage page, int at, int most, Predicate<byte[]> wanted, NavigableMap<Bytes, byte[]> found) {
        byte[] key = page.key(at);
        if (wanted.test(key)) {
            found.put(Bytes.wrap(key), row(page, at, key));
            if (found.size() > most) {
                found.pollLastEntry();
            }
        }
    }

    /**
     * Some of the rows in no order, and those after them the next time; without those that are gone.
     *
     * @return where to go on; below zero if those were all there are
     */
    synchronized int some(int from, AllRows.Piece<Bytes> piece) {
        int next = from;
        for (int looked = 0; next >= 0 && looked < AT_ONCE && !piece.isFull(); looked += FEW) {
            next = index.walk(next, FEW, place -> {
                RowPage page = page(place);
                byte[] key = page.key(offset(place));
                byte[] row = Layer.present(row(page, offset(place), key));
                if (row != null) {
                    piece.add(Bytes.wrap(key), row);
                }
            });
        }
        return next;
    }

    /** How much memory they take. */
    synchronized long bytes() {
        return (long) byNumber.length * pageBytes;
    }

    /** Everything goes to disk, and nothing stays. */
    void writeAll() {
        while (writeOldest()) {
            // Page by page, so that readers need not wait for all of them.
        }
        clear();
    }

    private synchronized boolean writeOldest() {
        if (pages.isEmpty()) {
            return false;
        }
        leave(pages.element());
        return true;
    }

    /** Nothing of it is known any more. */
    synchronized void clear() {
        for (RowPage page : byNumber) {
            memory.giveBack(page.bytes());
        }
        byNumber = new RowPage[0];
        pages.clear();
        spare = null;
        index.clear();
        packer = new RowPacker();
    }

    /** The newest page, with so much room; none if there is no memory at all. */
    private @Nullable RowPage newestWith(int size) {
        RowPage newest = pages.peekLast();
        while (newest == null || newest.room() < size) {
            RowPage emptiest = emptiest();
            RowPage fresh = needsMore(emptiest) ? allocated() : null;
            if (fresh != null) {
                newest = begin(fresh);
            } else if (emptiest != null) {
                newest = turn(emptiest);
            } else {
                return null;
            }
        }
        return newest;
    }

    /** Few rows that change often leave pages behind that can be used again: they need no more of them. */
    private boolean needsMore(@Nullable RowPage emptiest) {
        return mayGrow() && (emptiest == null || pages.size() < 2 || kept(emptiest) > pageBytes / 2);
    }

    /** The first of which the fewest bytes would move on; none if there is no page. */
    private @Nullable RowPage emptiest() {
        RowPage emptiest = null;
        for (RowPage page : pages) {
            if (emptiest == null || kept(page) < kept(emptiest)) {
                emptiest = page;
            }
        }
        return emptiest;
    }

    /** How many bytes of a page would move on, about. */
    private int kept(RowPage page) {
        return isOld(page) ? page.used() - (int) (page.fresh() * (1 - packed)) : page.used();
    }

    /** Whether as many pages have been begun since as are for rows as they are. */
    private boolean isOld(RowPage page) {
        return page.made() < made - memory.pagesEach() / (mayGrow() ? YOUNG : YOUNG_WHEN_FULL);
    }

    private boolean mayGrow() {
        // One is spare.
        return pages.size() < memory.pagesEach() - 1;
    }

    private @Nullable RowPage allocated() {
        ByteBuffer bytes = memory.take();
        if (bytes == null) {
            return null;
        }
        RowPage page = new RowPage(byNumber.length, bytes);
        byNumber = Arrays.copyOf(byNumber, byNumber.length + 1);
        byNumber[page.number()] = page;
        return page;
    }

    /** The emptiest page is emptied, or the oldest if that is not worth it, and there is room on the newest. */
    private RowPage turn(RowPage emptiest) {
        if (spare == null) {
            spare = allocated();
        }
        if (spare == null || kept(emptiest) > pageBytes * MOST_MOVED) {
            RowPage oldest = pages.element();
            leave(oldest);
            packed = Math.max(USUAL, packed * REMEMBERED);
            return begin(oldest);
        }
        RowPage newest = begin(spare);
        boolean isOld = isOld(emptiest);
        int fresh = emptiest.fresh();
        int settled = emptiest.used() - fresh;
        eachUsed(emptiest, at -> {
            int place = isOld && emptiest.isFresh(at) ? settle(emptiest, at, newest) : newest.append(emptiest, at);
            index.move(emptiest.hash(at), emptiest.place(at), place);
        });
        if (isOld && fresh > 0) {
            packed = (packed + (newest.used() - settled) / (double) fresh) / 2;
        }
        pages.remove(emptiest);
        spare = emptiest;
        return newest;
    }

    /** Appends a row to another page, packed if it is shorter so, and says at which place. */
    private int settle(RowPage page, int at, RowPage to) {
        byte[] key = page.key(at);
        byte[] row = page.row(at);
        byte[] shorter = row == Layer.GONE ? null : packer.pack(key, row);
        if (shorter != null) {
            return to.appendPacked(page.hash(at), key, shorter);
        }
        page.settle(at);
        return to.append(page, at);
    }

    private byte[] row(RowPage page, int at, byte[] key) {
        byte[] row = page.row(at);
        return page.isPacked(at) ? packer.unpack(key, row) : row;
    }

    /** The rows of the oldest page leave for the disk. */
    private void leave(RowPage oldest) {
        // First of all: if it fails everything is as it was, and nobody ever looks for them in vain.
        disk.accept(rowsOf(oldest));
        eachUsed(oldest, at -> index.remove(oldest.hash(at), oldest.place(at)));
        pages.remove();
    }

    private RowPage begin(RowPage page) {
        page.begin(made++);
        pages.add(page);
        return page;
    }

    private static void eachUsed(RowPage page, IntConsumer visitor) {
        for (int at = 0; at < page.end(); at = page.after(at)) {
            if (page.isUsed(at)) {
                visitor.accept(at);
            }
        }
    }

    private List<KeyValue<Bytes, byte[]>> rowsOf(RowPage page) {
        List<KeyValue<Bytes, byte[]>> rows = new ArrayList<>();
        eachUsed(page, at -> {
            byte[] key = page.key(at);
            rows.add(KeyValue.pair(Bytes.wrap(key), Layer.present(row(page, at, key))));
        });
        return rows;
    }

    /** Where the row under this key lies, or below zero. */
    private int find(int hash, byte[] key) {
        return index.find(hash, place -> page(place).hasKey(offset(place), key));
    }

    private RowPage page(int place) {
        return byNumber[place / (pageBytes / RowPage.UNIT)];
    }

    private int offset(int place) {
        return place % (pageBytes / RowPage.UNIT) * RowPage.UNIT;
    }
}
