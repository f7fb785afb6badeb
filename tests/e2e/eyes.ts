import type { Page } from 'playwright-core';

export const COLOUR_BLIND = ['deuteranopia', 'protanopia'] as const;

/** Does something while the page is drawn as these eyes see it. */
export async function seenBy(
  page: Page,
  type: (typeof COLOUR_BLIND)[number],
  look: () => Promise<unknown>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setEmulatedVisionDeficiency', { type });
  await look();
  await session.send('Emulation.setEmulatedVisionDeficiency', { type: 'none' });
  await session.detach();
}
