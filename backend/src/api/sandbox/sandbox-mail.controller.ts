import { Get, Header, NotFoundException, Param } from '@nestjs/common';
import { type MailSummary, type SentMail, MailBox } from '../../infrastructure/mail/mail-box.port.js';
import { page, time, HtmlPage, pageSources } from './sandbox-page.js';
import { escapeHtml } from '../texts/escape-html.js';
import { SandboxController } from './sandbox-controller.js';

const MAIL_STYLE = `
ul { list-style: none; margin: 24px 0 0; padding: 0; }
li a { display: block; padding: 12px 16px; margin-bottom: 8px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { border-color: var(--accent); }
li strong { display: block; }
.mail { display: grid; min-height: 600px; }
.mail > * { grid-area: 1 / 1; min-width: 0; }
.mail > pre { visibility: hidden; padding-bottom: 128px; }
iframe { width: 100%; height: 100%; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
pre { margin: 0; padding: 16px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** The list of mails, newest first. */
function listPage(mails: readonly MailSummary[]): string {
  const items = mails.map(
    ({ id, to, subject, sentAt }) =>
      `<li><a href="/sandbox/mail/${encodeURIComponent(id)}"><strong>${escapeHtml(subject)}</strong> <span class="quiet">${escapeHtml(to)} · ${time(sentAt)}</span></a></li>`,
  );
  return page(
    'Sandbox mail',
    `<h1>Sandbox mail</h1>
<p class="quiet">No mail leaves this server. What it would have sent is here, newest first.</p>
${items.length > 0 ? `<ul>${items.join('\n')}</ul>` : '<p>No mail yet. Register, and the first one is on its way.</p>'}`,
    MAIL_STYLE,
  );
}

/**
 * One mail: header, the HTML part in a frame, and the text part with its links. The frame runs no scripts, so it
 * cannot report its height. It gets the height of the text part, which is invisible behind it, and some more, because its
 * lines may wrap earlier.
 */
function mailPage({ id, to, subject, sentAt, text, unsubscribe }: SentMail): string {
  return page(
    subject,
    `<p><a href="/sandbox/mail">All mails</a></p>
<h1>${escapeHtml(subject)}</h1>
<dl><dt>To</dt><dd>${escapeHtml(to)}</dd><dt>Sent</dt><dd>${time(sentAt)}</dd>${
      unsubscribe === null ? '' : `<dt>List-Unsubscribe</dt><dd><code>${escapeHtml(unsubscribe)}</code></dd>`
    }</dl>
<div class="mail">
<pre aria-hidden="true">${escapeHtml(text)}</pre>
<iframe title="The mail" src="/sandbox/mail/${encodeURIComponent(id)}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
</div>
<h2>As plain text</h2>
<pre>${linked(text)}</pre>`,
    MAIL_STYLE,
  );
}

/** The original HTML part, with links that open outside the frame. */
function mailDocument({ html }: SentMail): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html;
}

/** A text with its web addresses as links. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 0
        ? escapeHtml(part)
        : `<a href="${escapeHtml(part)}" target="_blank" rel="noopener">${escapeHtml(part)}</a>`,
    )
    .join('');
}

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
