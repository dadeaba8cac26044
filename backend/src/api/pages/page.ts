import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { LRUCache } from 'lru-cache';
import { type PageHead, headTags } from './page-head.js';

/** Where the app stands in the page. */
const ROOT = '<div id="root"></div>';
/** What a page says without the app. */
const WITHOUT_SCRIPTS = /\s*<noscript>[^]*?<\/noscript>/;

/** What loads the app: the entry, and the modules to load beside it. */
const SCRIPTS = /\s*<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g;

/** How many pages of 3 kB are remembered. */
const MOST_REMEMBERED = 500;

interface Rendered {
  readonly html: string;
  readonly etag: string;
}

/**
 * The single page of the frontend build. Sent uncompressed: with its head it has about 3 kB, which fit into the first
 * round trip either way.
 */
export class Page {
  private readonly before: string;
  private readonly after: string;
  /** By the content of the head. */
  private readonly rendered = new LRUCache<string, Rendered>({ max: MOST_REMEMBERED });

  constructor(html: string) {
    const end = html.indexOf('</head>');
    if (end === -1) throw new Error('the page of the frontend has no head');
    this.before = html.slice(0, end);
    this.after = html.slice(end);
  }

  /**
   * The HTML before and after the app of a page that the server renders. What loads the app waits in a template, each module
   * as a script, so that the browser runs them one at a time.
   */
  around(head: PageHead): { readonly before: string; readonly after: string } {
    const html = this.with(head).replace(WITHOUT_SCRIPTS, '');
    const tags = html.match(SCRIPTS)?.map((tag) => tag.trim()) ?? [];
    const entry = tags.filter((tag) => tag.startsWith('<script'));
    const modules = tags
      .filter((tag) => tag.startsWith('<link'))
      .map((tag) => tag.replace('link rel="modulepreload"', 'script type="module"').replace('href=', 'src='))
      .map((tag) => `${tag}</script>`);
    const [before = '', after = ''] = html.replace(SCRIPTS, '').split(ROOT);
    return { before, after: `<template id="scripts">${[...modules, ...entry].join('')}</template>${after}` };
  }

  /** Sends the page, or 304 if the client has it; error pages are always sent. */
  send(request: FastifyRequest, reply: FastifyReply, head: PageHead): FastifyReply {
    const { html, etag } = this.remembered(head);
    reply.header('cache-control', 'no-cache, no-transform').header('etag', etag);
    if (reply.statusCode === 200 && fresh(request.headers, { etag })) return reply.status(304).send();
    return reply.type('text/html; charset=utf-8').send(html);
  }

  /** Sends the page so that nothing stores it and no search engine lists it. */
  sendPrivately(reply: FastifyReply, head: PageHead): FastifyReply {
    reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex');
    return reply.type('text/html; charset=utf-8').send(this.with(head));
  }

  private remembered(head: PageHead): Rendered {
    const key = JSON.stringify(head);
    let rendered = this.rendered.get(key);
    if (!rendered) {
      const html = this.with(head);
      const etag = `"${hash('sha256', html, 'base64url').slice(0, 22)}"`;
      this.rendered.set(key, (rendered = { html, etag }));
    }
    return rendered;
  }

  private with(head: PageHead): string {
    return `${this.before}${headTags(head)}${this.after}`;
  }
}
