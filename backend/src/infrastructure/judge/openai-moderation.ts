import { FailedTryError, OpenAiClient, type OpenAiSettings } from './openai-client.js';
import { type ModeratedText, TextModeration } from './text-moderation.port.js';

const MODEL = 'omni-moderation-latest';

/** Categories and the phrases that continue "The text …". Subcategories follow a slash and share the phrase. */
const CATEGORY_PHRASES: Readonly<Record<string, string>> = {
  harassment: 'insults or threatens someone',
  hate: 'is hateful',
  illicit: 'helps with something illegal',
  'self-harm': 'speaks of self-harm',
  sexual: 'is sexual',
  violence: 'is violent',
};

export class OpenAiModeration extends TextModeration {
  private readonly client: OpenAiClient;

  constructor(settings: OpenAiSettings) {
    super();
    this.client = new OpenAiClient(settings);
  }

  override moderate(text: string): Promise<ModeratedText> {
    return this.client.twoTries().run(() => moderateOnce(this.client, text));
  }
}

/** One try at moderating a text. @throws FailedTryError */
export async function moderateOnce(client: OpenAiClient, text: string): Promise<ModeratedText> {
  const answer = await client.tryOnce((sdk, options) =>
    sdk.moderations.create({ model: MODEL, input: text }, options),
  );
  const result = answer.results?.[0];
  if (typeof result?.flagged !== 'boolean')
    throw new FailedTryError('the moderation does not match the schema', true);
  if (!result.flagged) return { allowed: true, reasons: [] };
  const phrases = Object.entries(result.categories ?? {})
    .filter(([, flagged]) => flagged)
    .map(([category]) => CATEGORY_PHRASES[category.split('/')[0] ?? ''] ?? 'is not allowed here');
  return { allowed: false, reasons: phrases.length > 0 ? [...new Set(phrases)] : ['is not allowed here'] };
}
