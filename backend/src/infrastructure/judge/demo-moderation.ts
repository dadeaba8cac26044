import { DataSet, englishDataset, englishRecommendedTransformers, pattern, RegExpMatcher } from 'obscenity';
import { type ModeratedText, TextModeration } from './text-moderation.port.js';

/** The English word list, with additions for this site, and harmless words that the list would match by mistake. */
const unwantedWords = new RegExpMatcher({
  ...new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .addPhrase((phrase) =>
      phrase
        .setMetadata({ originalWord: 'suggestive' })
        .addPattern(pattern`|fetish`)
        .addPattern(pattern`onlyfans`)
        .addPattern(pattern`|horny|`)
        .addPattern(pattern`|kinky|`)
        .addPattern(pattern`|nudes|`)
        .addWhitelistedTerm('shiitake')
        .addWhitelistedTerm('cumin')
        .addWhitelistedTerm('booby trap')
        .addWhitelistedTerm('pussy willow'),
    )
    .addPhrase((phrase) =>
      phrase
        .setMetadata({ originalWord: 'threatening' })
        .addPattern(pattern`kill yourself`)
        .addPattern(pattern`killyourself`)
        .addPattern(pattern`|kys|`),
    )
    .build(),
  ...englishRecommendedTransformers,
});

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
  override moderate(text: string): Promise<ModeratedText> {
    const reasons = [
      EMAIL.test(text) && 'has an e-mail address',
      LINK.test(text.replace(new RegExp(EMAIL, 'gi'), '')) && 'has a link',
      PHONE.test(text) && 'has a telephone number',
      unwantedWords.hasMatch(text) && 'has rude or explicit words',
    ].filter((reason) => reason !== false);
    return Promise.resolve({ allowed: reasons.length === 0, reasons });
  }
}
