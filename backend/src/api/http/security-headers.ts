import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Site } from './site.js';

/**
 * Security headers: load resources from this site only, no inline scripts, no framing. Inline styles are allowed
 * because the scroll lock of dialogs writes a style element.
 */
export function securityHeaders(site: Site): Readonly<Record<string, string>> {
  // Computed once: Helmet would compute them for each request, and they are always the same.
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
    // Pages and the sandbox's frames share an origin, so they must agree on this header; nothing here needs it.
    originAgentCluster: false,
    frameguard: { action: 'deny' },
    strictTransportSecurity: site.isSecure && { maxAge: 365 * 24 * 60 * 60 },
    // Addresses can contain tokens, so no other site may see where a visitor comes from.
    referrerPolicy: { policy: 'same-origin' },
  });
}
