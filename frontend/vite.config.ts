import { tanstackRouter } from '@tanstack/router-plugin/vite';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';
import { preloadFonts } from './build/preload-fonts.ts';

const backend = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
    tailwindcss(),
    preloadFonts(),
    precompress(),
  ],
  build: { target: 'es2022', reportCompressedSize: false },
  server: {
    proxy: Object.fromEntries(['/api', '/images', '/sandbox', '/health'].map((path) => [path, backend])),
  },
});
