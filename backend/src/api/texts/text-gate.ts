import { HttpException, HttpStatus, Inject, Injectable } from '@nestjs/common';
import { TextModeration } from '../../infrastructure/judge/text-moderation.port.js';

/** Somebody wrote what may not be shown. */
export class TextRefusedError extends HttpException {
  constructor(what: string, reasons: readonly string[]) {
    super(
      {
        message: `We can't show this ${what}: it ${reasons.join(', and ')}. Please change it.`,
        code: 'text_refused',
      },
      HttpStatus.UNPROCESSABLE_ENTITY,
    );
  }
}

/** The one gate for what people write for others to read. */
@Injectable()
export class TextGate {
  constructor(@Inject(TextModeration) private readonly moderation: TextModeration) {}

  /**
   * Lets a text pass, or says why not; `what` is its name in that sentence.
   * @throws TextRefusedError, JudgeUnavailableError
   */
  async admit(what: 'name' | 'bio' | 'comment', text: string): Promise<void> {
    const { allowed, reasons } = await this.moderation.moderate(text);
    if (!allowed) throw new TextRefusedError(what, reasons);
  }
}
