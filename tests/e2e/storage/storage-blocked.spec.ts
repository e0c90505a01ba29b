import { expect, test } from '../fixtures.ts';

test(
  'P10.304 the app shows before the sign-in that the browser blocks site data, and which setting the user must change',
  { tag: ['@landing', '@chromium'] },
  async ({ page, line }) => {
    // Chromium throws this error when the user blocks site data.
    await page.addInitScript(() => {
      for (const name of ['indexedDB', 'localStorage', 'sessionStorage', 'caches'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
    });
    await page.goto(`${line.origin}/login`);
    await expect(page.getByText('Este navegador no permite guardar datos aquí.')).toBeVisible();
    await expect(page.getByText(/permite en la configuración del navegador los datos/)).toBeVisible();
    await expect(page.getByText('Se perdió la conexión con el almacenamiento')).toHaveCount(0);
  },
);
