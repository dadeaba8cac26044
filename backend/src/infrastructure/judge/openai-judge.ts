import { ANSWER_SCHEMA, type JudgeAnswer, readAnswer } from './judge-answer.js';
import { JUDGE_PROMPT, JUDGE_QUESTION, PROMPT_VERSION } from './judge-prompt.js';
import { FailedTryError, OpenAiClient, type OpenAiSettings } from './openai-client.js';
import { moderateOnce } from './openai-moderation.js';
import { type JudgedPhoto, type Judgement, PhotoJudge } from './photo-judge.port.js';

export interface OpenAiJudgeSettings extends OpenAiSettings {
  /** A model with vision and structured output. */
  readonly model: string;
}

/** An answer with the model name from the response. */
type NamedAnswer = JudgeAnswer & { readonly model: string };

/**
 * A judge that asks a vision model. Verdict, scores and comment come in one structured answer, which is validated
 * here; then the comment is moderated. There is one retry in total: for a failed try of either call, or for a comment
 * that moderation rejects.
 */
export class OpenAiJudge extends PhotoJudge {
  override readonly kind = 'ai';
  private readonly client: OpenAiClient;

  constructor(private readonly settings: OpenAiJudgeSettings) {
    super();
    this.client = new OpenAiClient(settings);
  }

  override async judge(photo: JudgedPhoto): Promise<Judgement> {
    const tries = this.client.twoTries();
    for (;;) {
      const answer = await tries.run(() => this.ask(photo));
      if (answer.verdict === 'refuse') return { ...answer, promptVersion: PROMPT_VERSION };
      const moderated = await tries.run(() => moderateOnce(this.client, answer.comment));
      if (moderated.allowed) return { ...answer, promptVersion: PROMPT_VERSION };
      await tries.spend(
        new FailedTryError(`the comment was rejected: it ${moderated.reasons.join(', ')}`, true),
      );
    }
  }

  /** One try. @throws FailedTryError */
  private async ask(photo: JudgedPhoto): Promise<NamedAnswer> {
    const { model } = this.settings;
    const completion = await this.client.tryOnce((sdk, options) =>
      sdk.chat.completions.create(
        {
          model,
          messages: [
            { role: 'system', content: JUDGE_PROMPT },
            {
              role: 'user',
              content: [
                { type: 'text', text: JUDGE_QUESTION },
                // High detail: a face in the background is small.
                { type: 'image_url', image_url: { url: dataUrl(photo.webp), detail: 'high' } },
              ],
            },
          ],
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'photo_judgement', strict: true, schema: ANSWER_SCHEMA },
          },
        },
        options,
      ),
    );
    const named = completion.model || model;
    const choice = completion.choices?.[0];
    if (choice?.message === undefined)
      throw new FailedTryError('the answer does not match the schema at choices', true);
    // The model declined, or the provider's filter stopped it: the picture is refused without scores.
    if (choice.message.refusal)
      return { verdict: 'refuse', reasons: ['was declined by the judge'], model: named };
    if (choice.finish_reason === 'content_filter') {
      return { verdict: 'refuse', reasons: ["was stopped by the judge's content filter"], model: named };
    }
    if (choice.finish_reason !== 'stop')
      throw new FailedTryError(`the answer ended with ${choice.finish_reason}`, true);
    return { ...readAnswer(choice.message.content ?? ''), model: named };
  }
}

function dataUrl(webp: Buffer): string {
  return `data:image/webp;base64,${webp.toString('base64')}`;
}
