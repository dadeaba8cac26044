import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.exception.MongoServerException;
import de.bwaldvogel.mongo.exception.MongoSilentServerException;
import io.netty.channel.Channel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** A server for tests that speaks MongoDB's protocol: `java Main PORT [FILE]`. It exits at the end of its standard input. */
public final class Main {

    private static final Set<String> WRITES =
        Set.of("insert", "update", "delete", "findAndModify", "findandmodify", "create", "createIndexes", "drop", "dropDatabase");

    /** The number of ids per lookup: with more, the server compares each with each. */
    private static final int IDS_AT_ONCE = 64;

    /** A command begins with its name. */
    private static String nameOf(Document query) {
        return query.keySet().iterator().next();
    }

    /** One command, as the unpatched server runs it. */
    private interface Command {
        Document run(Document query);
    }

    public static void main(String[] arguments) throws Exception {
        MongoBackend backend = arguments.length > 1 ? onFile(arguments[1]) : inMemory();
        // The driver rejects the server's default version.
        backend.version(new MongoVersion() {
            @Override
            public List<Integer> getVersionArray() {
                return List.of(7, 0, 0);
            }

            @Override
            public int getWireVersion() {
                return 21;
            }
        });
        MongoServer server = new MongoServer(backend);
        server.bind("127.0.0.1", Integer.parseInt(arguments[0]));
        System.out.println("listening on " + server.getLocalAddress().getPort());
        while (System.in.read() >= 0) {
            // The input is ignored.
        }
        server.shutdownNow();
        System.exit(0);
    }

    private static MongoBackend inMemory() {
        return new MemoryBackend() {
            @Override
            public Document handleCommand(Channel channel, String database, String command, Document query) {
                return patched(command, query, part -> super.handleCommand(channel, database, nameOf(part), part));
            }
        };
    }

    private static MongoBackend onFile(String file) {
        return new H2Backend(file) {
            @Override
            public Document handleCommand(Channel channel, String database, String command, Document query) {
                Document answer = patched(command, query, part -> super.handleCommand(channel, database, nameOf(part), part));
                // Acknowledged writes survive the process.
                if (WRITES.contains(command)) commit();
                return answer;
            }
        };
    }

    private static Document patched(String command, Document query, Command server) {
        if (command.equals("update") && !Boolean.FALSE.equals(query.get("ordered"))) return updateInOrder(query, server);
        if (command.equals("find")) return find(query, server);
        if (command.equals("drop")) return drop(query, server);
        if (command.equals("hello")) return hello();
        if (command.equals("createIndexes")) requireNoClash(query, server);
        return server.run(query);
    }

    /** The server knows only the former name of this command. */
    private static Document hello() {
        return new Document("isWritablePrimary", true).append("localTime", Instant.now()).append("ok", 1.0);
    }

    /** Ordered updates stop at the first failure, as in MongoDB; the server would continue. */
    @SuppressWarnings("unchecked")
    private static Document updateInOrder(Document query, Command server) {
        int matched = 0;
        int modified = 0;
        List<Document> upserted = new ArrayList<>();
        List<Document> errors = new ArrayList<>();
        List<Document> updates = (List<Document>) query.get("updates");
        for (int index = 0; index < updates.size() && errors.isEmpty(); index++) {
            Document answer = server.run(with(query, "updates", List.of(updates.get(index))));
            matched += ((Number) answer.get("n")).intValue();
            modified += ((Number) answer.get("nModified")).intValue();
            addAt(index, (List<Document>) answer.get("upserted"), upserted);
            addAt(index, (List<Document>) answer.get("writeErrors"), errors);
        }
        Document answer = new Document("n", matched);
        answer.put("nModified", modified);
        if (!upserted.isEmpty()) answer.put("upserted", upserted);
        if (!errors.isEmpty()) answer.put("writeErrors", errors);
        answer.put("ok", 1.0);
        return answer;
    }

    private static void addAt(int index, List<Document> found, List<Document> all) {
        if (found == null) return;
        for (Document document : found) all.add(with(document, "index", index));
    }

    /** A lookup of many ids is split into portions, whose answers are joined. */
    @SuppressWarnings("unchecked")
    private static Document find(Document query, Command server) {
        List<Object> ids = idsOf(query);
        if (ids.size() <= IDS_AT_ONCE) return server.run(query);
        List<Document> found = new ArrayList<>();
        Document answer = null;
        for (int from = 0; from < ids.size(); from += IDS_AT_ONCE) {
            List<Object> portion = ids.subList(from, Math.min(from + IDS_AT_ONCE, ids.size()));
            Document filter = new Document("_id", new Document("$in", new ArrayList<>(portion)));
            answer = server.run(with(query, "filter", filter));
            found.addAll((List<Document>) ((Document) answer.get("cursor")).get("firstBatch"));
        }
        return with(answer, "cursor", with((Document) answer.get("cursor"), "firstBatch", found));
    }

    /** The ids of a query by ids only that fits into one answer; otherwise none. */
    @SuppressWarnings("unchecked")
    private static List<Object> idsOf(Document query) {
        if (!(query.get("filter") instanceof Document filter) || !filter.keySet().equals(Set.of("_id"))) return List.of();
        if (!(filter.get("_id") instanceof Document condition) || !condition.keySet().equals(Set.of("$in"))) return List.of();
        List<Object> ids = new ArrayList<>(Set.copyOf((List<Object>) condition.get("$in")));
        boolean isWhole = query.get("batchSize") instanceof Number size && size.intValue() > ids.size();
        return isWhole && !query.containsKey("sort") && !query.containsKey("limit") ? ids : List.of();
    }

    /** Dropping a missing collection is no error, as of MongoDB 7. */
    private static Document drop(Document query, Command server) {
        try {
            return server.run(query);
        } catch (MongoSilentServerException notThere) {
            return new Document("ok", 1.0);
        }
    }

    private static final List<String> OPTIONS = List.of("expireAfterSeconds", "unique");

    /** An index with the name or the keys of another one is an error, as in MongoDB; the server would ignore it. */
    @SuppressWarnings("unchecked")
    private static void requireNoClash(Document query, Command server) {
        for (Document wanted : (List<Document>) query.get("indexes")) {
            for (Document known : indexesOf(query, server)) {
                boolean sameName = wanted.get("name").equals(known.get("name"));
                boolean sameKey = wanted.get("key").equals(known.get("key"));
                boolean sameOptions = OPTIONS.stream().allMatch(option -> Objects.equals(wanted.get(option), known.get(option)));
                if (sameName && !sameKey) throw new MongoServerError(86, "IndexKeySpecsConflict", "An existing index has this name");
                if (sameKey && !(sameName && sameOptions)) throw new MongoServerError(85, "IndexOptionsConflict", "An equivalent index exists");
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Document> indexesOf(Document query, Command server) {
        try {
            Document answer = server.run(new Document("listIndexes", query.get("createIndexes")).append("$db", query.get("$db")));
            return (List<Document>) ((Document) answer.get("cursor")).get("firstBatch");
        } catch (MongoServerException noCollection) {
            return List.of();
        }
    }

    private static Document with(Document document, String key, Object value) {
        Document copy = document.clone();
        copy.put(key, value);
        return copy;
    }
}
