import sharp from 'sharp';

// Every picture is processed once, so a cache would only use memory. One thread per picture and a few pictures at a
// time gives the best throughput, and leaves threads of Node's pool of four for file writes and password hashes.
sharp.cache(false);
sharp.concurrency(1);

export { sharp };
