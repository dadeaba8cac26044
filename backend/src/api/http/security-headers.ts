import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Site } from './site.js';

/**
 * The headers that say what browsers may do on our pages: load everything from here and nothing from elsewhere, run no
 * inline script, be framed by nobody. Styles may be inline because the dialogs' scroll lock writes a style element.
 */
export function securityHeaders(site: Site): Readonly<Record<string, string>> {
  // Helmet works its headers out for each request anew; ours are the same for all of them.
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  policyOf(site)({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

function policyOf(site: Site) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'script-src-attr': ["'none'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(site.isSecure && { 'upgrade-insecure-requests': [] }),
      },
    },
    // Pages and the sandbox's frames of one origin must agree on it, and nothing here depends on it.
    originAgentCluster: false,
    frameguard: { action: 'deny' },
    strictTransportSecurity: site.isSecure && { maxAge: 365 * 24 * 60 * 60 },
    // Addresses can hold tokens; nobody else is told where a visitor comes from.
    referrerPolicy: { policy: 'same-origin' },
  });
}
