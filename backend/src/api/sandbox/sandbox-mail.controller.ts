import { Get, Header, NotFoundException, Param } from '@nestjs/common';
import { MailBox, type SentMail } from '../../infrastructure/mail/mail-box.port.js';
import { listPage, MAIL_STYLE, mailDocument, mailPage } from './mail-html.js';
import { SandboxController } from './sandbox-controller.js';
import { HtmlPage, pageSources } from './sandbox-page.js';

const MOST = 200;
const PAGE_POLICY = `${pageSources(MAIL_STYLE)}; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
/** A mail may use any style, as it does in the mail programs of people, but no scripts, forms or external resources. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * The sandbox's mail box: shows the mails that would have been sent. Only present while mails are not really sent.
 */
@SandboxController('sandbox/mail')
export class SandboxMailController {
  constructor(private readonly box: MailBox) {}

  @Get()
  @HtmlPage(PAGE_POLICY)
  async list(): Promise<string> {
    return listPage(await this.box.list(MOST));
  }

  @Get(':id')
  @HtmlPage(PAGE_POLICY)
  async one(@Param('id') id: string): Promise<string> {
    return mailPage(await this.mail(id));
  }

  @Get(':id/html')
  @HtmlPage(MAIL_POLICY, Header('x-frame-options', 'SAMEORIGIN'))
  async html(@Param('id') id: string): Promise<string> {
    return mailDocument(await this.mail(id));
  }

  private async mail(id: string): Promise<SentMail> {
    const mail = await this.box.read(id);
    if (!mail) throw new NotFoundException('This mail does not exist.');
    return mail;
  }
}
