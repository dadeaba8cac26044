package de.bwaldvogel.mongo.backend;

import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.BsonTimestamp;
import de.bwaldvogel.mongo.bson.Decimal128;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.MaxKey;
import de.bwaldvogel.mongo.bson.MinKey;
import de.bwaldvogel.mongo.bson.ObjectId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The order of values as MongoDB documents it. Replaces the server's own, which sorts texts by UTF-16 where MongoDB sorts by the bytes of
 * UTF-8.
 */
public final class ValueComparator implements Comparator<Object> {

    private static final ValueComparator UP = new ValueComparator(1, true);
    private static final ValueComparator DOWN = new ValueComparator(-1, true);
    private static final ValueComparator WHOLE_LISTS = new ValueComparator(1, false);

    private static final int NOTHING = 1;
    private static final List<Class<?>> FROM_NUMBERS = List.of(
        Number.class, String.class, Document.class, Collection.class, BinData.class, UUID.class, ObjectId.class,
        Boolean.class, Instant.class, BsonTimestamp.class, BsonRegularExpression.class);

    private final int direction;
    /** Whether a list counts as the first of its values in this order. */
    private final boolean picksFromLists;

    private ValueComparator(int direction, boolean picksFromLists) {
        this.direction = direction;
        this.picksFromLists = picksFromLists;
    }

    public static ValueComparator asc() {
        return UP;
    }

    public static ValueComparator desc() {
        return DOWN;
    }

    public static ValueComparator ascWithoutListHandling() {
        return WHOLE_LISTS;
    }

    static int compareTypes(Object one, Object two) {
        return Integer.compare(rank(one), rank(two));
    }

    @Override
    public ValueComparator reversed() {
        return direction == 1 ? DOWN : UP;
    }

    @Override
    public int compare(Object one, Object two) {
        return direction * upwards(picksFromLists ? pick(one) : one, picksFromLists ? pick(two) : two);
    }

    private Object pick(Object value) {
        if (!(value instanceof Collection<?> list)) return value;
        Object first = Missing.getInstance();
        boolean isEmpty = true;
        for (Object item : list) {
            if (isEmpty || direction * upwards(item, first) < 0) first = item;
            isEmpty = false;
        }
        return first;
    }

    private static int upwards(Object one, Object two) {
        int byType = compareTypes(one, two);
        if (byType != 0 || one == two || rank(one) <= NOTHING || one instanceof MaxKey) return byType;
        if (one instanceof Number number) return numbers(number, (Number) two);
        if (one instanceof String text) return texts(text, (String) two);
        if (one instanceof Document document) return documents(document, (Document) two);
        if (one instanceof Collection<?> list) return lists(list, (Collection<?>) two);
        if (one.getClass() == two.getClass() && one instanceof Comparable<?>) return comparables(one, two);
        throw new UnsupportedOperationException("can't compare " + one.getClass() + " with " + two.getClass());
    }

    private static int numbers(Number one, Number two) {
        if (one instanceof Decimal128 decimal && two instanceof Decimal128 other) return decimal.compareTo(other);
        boolean isFraction = one instanceof Double || two instanceof Double || one instanceof Decimal128 || two instanceof Decimal128;
        if (!isFraction) return Long.compare(one.longValue(), two.longValue());
        // Normalises negative zero.
        return one.doubleValue() == two.doubleValue() ? 0 : Double.compare(one.doubleValue(), two.doubleValue());
    }

    /** Code points have the order of their UTF-8 bytes. */
    private static int texts(String one, String two) {
        int[] points = one.codePoints().toArray();
        int[] others = two.codePoints().toArray();
        return java.util.Arrays.compare(points, others);
    }

    private static int documents(Document one, Document two) {
        Iterator<Map.Entry<String, Object>> others = two.entrySet().iterator();
        for (Map.Entry<String, Object> field : one.entrySet()) {
            if (!others.hasNext()) return 1;
            Map.Entry<String, Object> other = others.next();
            int byType = compareTypes(field.getValue(), other.getValue());
            if (byType != 0) return byType;
            int byName = texts(field.getKey(), other.getKey());
            if (byName != 0) return byName;
            int byValue = upwards(field.getValue(), other.getValue());
            if (byValue != 0) return byValue;
        }
        return others.hasNext() ? -1 : 0;
    }

    private static int lists(Collection<?> one, Collection<?> two) {
        List<Object> others = new ArrayList<>(two);
        int index = 0;
        for (Object item : one) {
            if (index == others.size()) return 1;
            int byItem = upwards(item, others.get(index));
            if (byItem != 0) return byItem;
            index++;
        }
        return Integer.compare(index, others.size());
    }

    @SuppressWarnings("unchecked")
    private static int comparables(Object one, Object two) {
        return ((Comparable<Object>) one).compareTo(two);
    }

    private static int rank(Object value) {
        if (value instanceof MinKey) return 0;
        if (Missing.isNullOrMissing(value)) return NOTHING;
        for (int index = 0; index < FROM_NUMBERS.size(); index++) {
            if (FROM_NUMBERS.get(index).isInstance(value)) return NOTHING + 1 + index;
        }
        if (value instanceof MaxKey) return NOTHING + 1 + FROM_NUMBERS.size();
        throw new UnsupportedOperationException("can't sort " + value.getClass());
    }
}
