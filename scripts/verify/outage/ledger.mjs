// What the server has acknowledged, and what it may have done beside that.

/** Keeps acknowledged writes. Keys of likes and ratings are `post/user`. */
export class Ledger {
  /** The ids of comments, by the mark in their text. */
  comments = new Map();
  /** The marks of comments whose outcome is unknown. */
  uncertain = new Set();
  ratings = new Map();
  /** Whether a person likes a post; keys whose last outcome is unknown are removed. */
  likes = new Map();
  /** The client of each post. */
  posts = new Map();
  /** The number of acknowledged writes. */
  acknowledged = 0;
  /** The number of requests that repeated a write. */
  repeats = 0;
  /** Answers that no client should get, with their number. */
  unexpected = new Map();

  surprise(what, { status, body }) {
    const line = `${what}: ${status} ${body?.message ?? ''}`;
    this.unexpected.set(line, (this.unexpected.get(line) ?? 0) + 1);
  }
}
