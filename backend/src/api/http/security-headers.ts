import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Site } from './site.js';

/**
 * What browsers may do on our pages: load everything from here and nothing from elsewhere, run no inline
 * script, be framed by nobody. Styles may be inline because the dialogs' scroll lock writes a style element.
 */
export function securityHeaders(site: Site): FastifyHelmetOptions {
  return {
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
  };
}
