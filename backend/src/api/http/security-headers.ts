import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * The security headers of every answer: pages load resources from this site only, run no inline scripts, apply no
 * inline styles, and cannot be framed.
 * @param isHttps whether browsers reach the site over https only
 */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  // Computed once: Helmet would compute them for each request, and they are always the same.
  const headers: Record<string, string> = {
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  };
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  policyOf(isHttps)({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

/**
 * The security headers of scripts, styles and fonts: these are never a document, so that what is about pages would only make
 * each file longer. `strict-transport-security` stays too, if the site has it.
 */
export const assetHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

function policyOf(isHttps: boolean) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        // Placeholders of photos are data, the preview of a chosen photo is a blob.
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(isHttps && { 'upgrade-insecure-requests': [] }),
      },
    },
    // Pages and the sandbox's frames share an origin, so they must agree on this header; nothing here needs it.
    originAgentCluster: false,
    frameguard: { action: 'deny' },
    strictTransportSecurity: isHttps && { maxAge: 365 * 24 * 60 * 60 },
    // Addresses can contain tokens, so no other site may see where a visitor comes from.
    referrerPolicy: { policy: 'same-origin' },
  });
}
