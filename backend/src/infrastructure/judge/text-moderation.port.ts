/** Whether a text may be shown; when not, `reasons` has at least one phrase that follows "The text …". */
export interface ModeratedText {
  readonly allowed: boolean;
  readonly reasons: readonly string[];
}

/** Reads what people (and judges) write before anybody else does. */
export abstract class TextModeration {
  /** @throws JudgeUnavailableError when no valid answer came, after one retry. */
  abstract moderate(text: string): Promise<ModeratedText>;
}
