import { type ModeratedText, TextModeration } from './text-moderation.port.js';

/** Loaded for the first text, not at the start of the server. */
const loadWords = async () => (await import('./unwanted-words.js')).unwantedWords;

const EMAIL = /[^\s@]+@[^\s@]+\.[a-z]{2,}/i;
const LINK =
  /\b(?:https?:\/\/|www\.)\S|\b[a-z0-9-]{2,}\.(?:com|net|org|info|biz|io|co|me|app|dev|shop|site|xyz|ly|tv|uk|de|eu)\b/i;
/** Nine or more digits with common separators. Fewer digits are dates, prices and scores. */
const PHONE = /(?:\d[\s()./-]{0,2}){9,}/;

/**
 * A moderation without a provider. It rejects links, email addresses, telephone numbers and rude or explicit English
 * words. It matches words, not meaning, so a polite insult passes. Use a provider in production.
 */
export class DemoModeration extends TextModeration {
  override async moderate(text: string): Promise<ModeratedText> {
    const unwantedWords = await loadWords();
    const reasons = [
      EMAIL.test(text) && 'has an e-mail address',
      LINK.test(text.replace(new RegExp(EMAIL, 'gi'), '')) && 'has a link',
      PHONE.test(text) && 'has a telephone number',
      unwantedWords.hasMatch(text) && 'has rude or explicit words',
    ].filter((reason) => reason !== false);
    return { allowed: reasons.length === 0, reasons };
  }
}
