import type { Plugin } from 'vite';

/**
 * Marks the login page of the back office in development, as the server does: the path is in no file of the frontend.
 * @param backend the address of the server
 */
export function backOfficeLogin(backend: string): Plugin {
  return {
    name: 'back-office-login',
    apply: 'serve',
    async transformIndexHtml(_html, { originalUrl = '/' }) {
      const path = new URL(originalUrl, backend).pathname.replace(/\/$/, '');
      const login = await loginPath(backend);
      if (login === null || login !== path) return [];
      return [
        { tag: 'meta', attrs: { name: 'back-office-login', content: login }, injectTo: 'head' },
        { tag: 'meta', attrs: { name: 'robots', content: 'noindex' }, injectTo: 'head' },
      ];
    },
  };
}

/** Null while the server does not answer, and where `ADMIN_ENTRY` is `hidden`. */
async function loginPath(backend: string): Promise<string | null> {
  try {
    const answer = await fetch(new URL('/api/rtm-sys/entry', backend));
    return answer.ok ? ((await answer.json()) as { login: string | null }).login : null;
  } catch {
    return null;
  }
}
