/**
 * The table as a screen reader has it: Chromium's accessibility tree, and nothing else. Things are
 * found by role and name, and used by their default action.
 */

import type { CDPSession, Page } from 'playwright-core';

export interface Thing {
  role: string;
  name: string;
  disabled: boolean;
  node: number;
}

interface AXValue {
  value?: unknown;
}
interface AXNode {
  ignored: boolean;
  role?: AXValue;
  name?: AXValue;
  properties?: { name: string; value: AXValue }[];
  backendDOMNodeId?: number;
}

export class Tree {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<Tree> {
    const session = await page.context().newCDPSession(page);
    await session.send('Accessibility.enable');
    return new Tree(session);
  }

  async read(): Promise<Thing[]> {
    const found = await this.session.send('Accessibility.getFullAXTree');
    return (found.nodes as AXNode[])
      .filter((node) => !node.ignored && node.backendDOMNodeId !== undefined)
      .map((node) => ({
        role: String(node.role?.value ?? ''),
        name: String(node.name?.value ?? ''),
        disabled: Boolean(
          node.properties?.find((one) => one.name === 'disabled')?.value.value ?? false,
        ),
        node: node.backendDOMNodeId!,
      }));
  }

  async has(role: string, name: RegExp): Promise<boolean> {
    return (await this.read()).some((one) => one.role === role && name.test(one.name));
  }

  /** Use one of the buttons with the first of these names that can be used now. */
  async press(...names: RegExp[]): Promise<string | null> {
    const buttons = (await this.read()).filter((one) => one.role === 'button' && !one.disabled);
    for (const name of names) {
      const fitting = buttons.filter((one) => name.test(one.name));
      const chosen = fitting[Math.floor(Math.random() * fitting.length)];
      if (chosen && (await this.use(chosen))) return chosen.name;
    }
    return null;
  }

  /** What a reader does on Enter. False if the thing was gone before. */
  private async use(thing: Thing): Promise<boolean> {
    try {
      const { object } = await this.session.send('DOM.resolveNode', {
        backendNodeId: thing.node,
      });
      await this.session.send('Runtime.callFunctionOn', {
        objectId: object.objectId!,
        functionDeclaration: `function () {
          this.focus();
          this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
        }`,
      });
      return true;
    } catch {
      return false;
    }
  }
}
