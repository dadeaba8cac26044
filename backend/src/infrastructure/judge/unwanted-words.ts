import { DataSet, englishDataset, englishRecommendedTransformers, pattern, RegExpMatcher } from 'obscenity';

/** The English word list, with additions for this site, and harmless words that the list would match by mistake. */
export const unwantedWords = new RegExpMatcher({
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
