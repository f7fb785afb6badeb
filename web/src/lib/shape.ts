/** How a table lies on a screen: by the screen's shape, not by its width alone. */
export type Shape = 'upright' | 'turned' | 'desk';

const HARDLY_WIDER = 1.05;
const DESK = { width: 1200, height: 560 };

export function shapeOf(width: number, height: number): Shape {
  if (width <= HARDLY_WIDER * height) return 'upright';
  return width < DESK.width || height < DESK.height ? 'turned' : 'desk';
}
