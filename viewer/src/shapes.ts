/* The shapes of nodes: sigma's circle with another measure of distance, so that kinds differ without colour too. */

import { NodeCircleProgram, type NodeProgramType } from 'sigma/rendering';

const CIRCLE = 'length(v_diffVector) - v_radius + border';

function shaped(distance: string): NodeProgramType {
  return class extends NodeCircleProgram {
    getDefinition() {
      const circle = super.getDefinition();
      if (!circle.FRAGMENT_SHADER_SOURCE.includes(CIRCLE)) throw new Error('sigma draws circles in another way now');
      return { ...circle, FRAGMENT_SHADER_SOURCE: circle.FRAGMENT_SHADER_SOURCE.replace(CIRCLE, distance) };
    }
  };
}

const programs = {
  circle: NodeCircleProgram,
  ring: shaped('abs(length(v_diffVector) - v_radius * 0.72) - v_radius * 0.28 + border'),
  diamond: shaped('abs(v_diffVector.x) + abs(v_diffVector.y) - v_radius + border'),
  square: shaped('max(abs(v_diffVector.x), abs(v_diffVector.y)) - v_radius * 0.74 + border'),
};

export type Shape = keyof typeof programs;

/* sigma would draw what is pointed at once more, with programs of its own; `focus.ts` draws that. */
class Nothing {
  reallocate(): void {}
  process(): void {}
  render(): void {}
  kill(): void {}
}
const nothing = Nothing as unknown as NodeProgramType;

/* The programs of these shapes alone, as each takes time to compile. */
export function programsOf(shapes: Iterable<Shape>): { draw: Record<string, NodeProgramType>; hover: Record<string, NodeProgramType> } {
  const used = [...new Set<Shape>(['circle', ...shapes])];
  return {
    draw: Object.fromEntries(used.map(shape => [shape, programs[shape]])),
    hover: Object.fromEntries(used.map(shape => [shape, nothing])),
  };
}

const SHAPES: Record<string, Shape> = {
  tag: 'diamond', class: 'diamond', attachment: 'square', canvas: 'square', file: 'square', module: 'square',
  unresolved: 'ring', external: 'ring',
};

export const shapeOf = (kind: string): Shape => SHAPES[kind] ?? 'circle';

/* How much bigger a shape is drawn to weigh as much as a circle. */
export const weightOf = (shape: Shape): number => (shape === 'diamond' ? 1.3 : 1);

export function trace(context: CanvasRenderingContext2D, shape: Shape, x: number, y: number, size: number): void {
  context.beginPath();
  if (shape === 'diamond') {
    context.moveTo(x, y - size);
    context.lineTo(x + size, y);
    context.lineTo(x, y + size);
    context.lineTo(x - size, y);
    context.closePath();
  } else if (shape === 'square') {
    context.rect(x - size * 0.74, y - size * 0.74, size * 1.48, size * 1.48);
  } else {
    context.arc(x, y, size, 0, 2 * Math.PI);
  }
}
