import { HttpException, HttpStatus, Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { JudgeUnavailableError } from '../../infrastructure/judge/photo-judge.port.js';
import { TextModeration } from '../../infrastructure/judge/text-moderation.port.js';

/** The texts that are read before others see them, and the field of a request that each comes in. */
const FIELDS = { name: 'displayUsername', bio: 'bio', comment: 'text' } as const;

/** Somebody wrote what may not be shown; it says so at the field that the text came in. */
export class TextRefusedError extends HttpException {
  constructor(what: keyof typeof FIELDS, reasons: readonly string[]) {
    const message = `We can't show this ${what}: it ${reasons.join(', and ')}. Please change it.`;
    const errors = { [FIELDS[what]]: [message] };
    super({ message, code: 'text_refused', errors }, HttpStatus.UNPROCESSABLE_ENTITY);
  }
}

/** The one gate for what people write for others to read. */
@Injectable()
export class TextGate {
  constructor(@Inject(TextModeration) private readonly moderation: TextModeration) {}

  /**
   * Lets a text pass, or says why not; `what` is its name in that sentence.
   * @throws TextRefusedError, or 503 when nobody can say whether it may be shown
   */
  async admit(what: keyof typeof FIELDS, text: string): Promise<void> {
    const { allowed, reasons } = await this.moderation.moderate(text).catch(unavailable);
    if (!allowed) throw new TextRefusedError(what, reasons);
  }
}

function unavailable(error: unknown): never {
  if (!(error instanceof JudgeUnavailableError)) throw error;
  const message = 'Texts can’t be checked right now. Please try again in a few minutes.';
  throw new ServiceUnavailableException(message, { cause: error });
}
