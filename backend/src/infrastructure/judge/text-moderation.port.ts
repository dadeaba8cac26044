/** Whether a text may be shown. If not, `reasons` has at least one phrase that continues "The text …". */
export interface ModeratedText {
  readonly allowed: boolean;
  readonly reasons: readonly string[];
}

/** Checks texts of users and judges before they are published. */
export abstract class TextModeration {
  /** @throws JudgeUnavailableError when there was no valid answer, even after one retry */
  abstract moderate(text: string): Promise<ModeratedText>;
}
