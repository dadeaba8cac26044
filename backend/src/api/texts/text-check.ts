import { HttpException, HttpStatus, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { JudgeUnavailableError } from '../../infrastructure/judge/photo-judge.port.js';
import { seen } from '../../shared/visible-text.js';
import { TextModeration } from '../../infrastructure/judge/text-moderation.port.js';

/** The texts that are moderated before others see them, and the request field of each. */
const FIELDS = { name: 'displayUsername', bio: 'bio', comment: 'text' } as const;

/** The moderation refused a text; the message is reported at the field of the text. */
export class TextRefusedError extends HttpException {
  constructor(what: keyof typeof FIELDS, reasons: readonly string[]) {
    const message = `We can't show this ${what}: it ${reasons.join(', and ')}. Please change it.`;
    const errors = { [FIELDS[what]]: [message] };
    super({ message, code: 'text_refused', errors }, HttpStatus.UNPROCESSABLE_ENTITY);
  }
}

/** The check that all texts pass that people write for others. */
@Injectable()
export class TextCheck {
  constructor(private readonly moderation: TextModeration) {}

  /**
   * Moderates a text as it is seen; `what` is its name in the message.
   * @throws TextRefusedError, or 503 if the moderation is unavailable
   */
  async admit(what: keyof typeof FIELDS, text: string): Promise<void> {
    const { allowed, reasons } = await this.moderation.moderate(seen(text)).catch(unavailable);
    if (!allowed) throw new TextRefusedError(what, reasons);
  }
}

function unavailable(error: unknown): never {
  if (!(error instanceof JudgeUnavailableError)) throw error;
  const message = 'Texts can’t be checked right now. Please try again in a few minutes.';
  throw new ServiceUnavailableException(message, { cause: error });
}
