/* What is drawn over the faded map: a node with its neighbours and the direction of each edge, or what a search found. */

import type { Graph } from './graph';
import { colourOf, css, ink, paper, type Rgb } from './palette';
import { overlap, shortened, type Box } from './regions';
import { trace, type Shape } from './shapes';

export const OUT = (dark: boolean): Rgb => colourOf(0, dark);
export const IN = (dark: boolean): Rgb => colourOf(1, dark);
const LABELS = 36;
const FAMILY = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';
const DASHES: Record<string, number[]> = { INFERRED: [6, 4], AMBIGUOUS: [1.5, 4] };

export interface Spot {
  x: number;
  y: number;
  size: number;
  colour: string;
  shape: Shape;
}

export interface Scene {
  graph: Graph;
  context: CanvasRenderingContext2D;
  dark: boolean;
  spot: (node: number) => Spot;
  nodeShown: Uint8Array;
  edgeShown: Uint8Array;
  width: number;
  height: number;
}

/* A node, its edges with arrow heads (blue away from it, orange towards it; dashed if deduced), and its neighbours. */
export function drawNeighbourhood(scene: Scene, node: number): void {
  const { graph, edgeShown, nodeShown } = scene;
  const near = new Set<number>();
  for (const [rows, leaves] of [[graph.in(node), false], [graph.out(node), true]] as const) {
    for (const row of rows) {
      if (!edgeShown[row]) continue;
      near.add(leaves ? graph.edges.target[row] : graph.edges.source[row]);
      drawEdge(scene, row, leaves ? OUT(scene.dark) : IN(scene.dark), Math.min(0.8, 0.15 + 4 / Math.sqrt(rows.length)));
    }
  }
  near.delete(node);
  const ordered = [...near].filter(each => nodeShown[each]).sort((a, b) => graph.degree[b] - graph.degree[a] || a - b);
  for (const each of ordered) drawSpot(scene, each, 0);
  drawSpot(scene, node, 3);
  drawLabels(scene, [node, ...ordered.slice(0, LABELS)], 1);
}

/* What a search found. */
export function drawFound(scene: Scene, found: number[]): void {
  const shown = found.filter(node => scene.nodeShown[node]);
  for (const node of shown) drawSpot(scene, node, shown.length > 2000 ? 0 : 1.5);
  drawLabels(scene, shown.slice(0, LABELS), 0);
}

export function drawSelected(scene: Scene, node: number): void {
  drawSpot(scene, node, 3);
  drawLabels(scene, [node], 1);
}

function drawSpot({ context, dark, spot }: Scene, node: number, ring: number): void {
  const { x, y, size, colour, shape } = spot(node);
  if (ring) {
    trace(context, 'circle', x, y, size + ring + 1.5);
    context.fillStyle = css(paper(dark));
    context.fill();
    context.lineWidth = ring > 2 ? 2 : 1;
    context.strokeStyle = css(ink(dark));
    context.stroke();
  }
  trace(context, shape, x, y, size);
  context.fillStyle = shape === 'ring' ? css(paper(dark)) : colour;
  context.fill();
  if (shape === 'ring') {
    context.lineWidth = size * 0.45;
    context.strokeStyle = colour;
    context.stroke();
  }
}

function drawEdge({ graph, context, spot }: Scene, row: number, colour: Rgb, alpha: number): void {
  const from = spot(graph.edges.source[row]);
  const to = spot(graph.edges.target[row]);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length <= from.size + to.size) return;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [tipX, tipY] = [to.x - dx * (to.size + 2), to.y - dy * (to.size + 2)];
  const head = Math.min(8, length / 3);
  context.strokeStyle = context.fillStyle = css(colour, alpha);
  context.lineWidth = 1.4;
  context.setLineDash(DASHES[graph.confidences[graph.edges.confidence[row]]] ?? []);
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(tipX - dx * head * 0.8, tipY - dy * head * 0.8);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.moveTo(tipX, tipY);
  context.lineTo(tipX - dx * head - dy * head * 0.42, tipY - dy * head + dx * head * 0.42);
  context.lineTo(tipX - dx * head + dy * head * 0.42, tipY - dy * head - dx * head * 0.42);
  context.fill();
}

/* Labels beside their nodes, none over another; the first `strong` of them bold. */
function drawLabels(scene: Scene, nodes: number[], strong: number): void {
  const taken: Box[] = [];
  for (const [at, node] of nodes.entries()) drawLabel(scene, node, taken, at < strong);
}

const TRIED = 500; // labels for which room is looked for

/* Labels of the map by themselves: the biggest nodes first, as many as there is room for at this distance. */
export function drawMapLabels(scene: Scene, ordered: Uint32Array, least: number, taken: Box[]): void {
  let tried = 0;
  for (const node of ordered) {
    if (!scene.nodeShown[node]) continue;
    const { x, y, size } = scene.spot(node);
    if (size < least || tried > TRIED) return; // they come by size
    if (x < 0 || y < 0 || x > scene.width || y > scene.height) continue;
    tried += 1;
    drawLabel(scene, node, taken, false);
  }
}

function drawLabel({ graph, context, spot, dark, width, height }: Scene, node: number, taken: Box[], strong: boolean): void {
  const { x, y, size } = spot(node);
  if (x < 0 || y < 0 || x > width || y > height) return;
  const text = shortened(graph.title[node], strong ? 60 : 32);
  const font = strong ? 14 : 12;
  context.font = `${strong ? 600 : 450} ${font}px ${FAMILY}`;
  const from = x + size + (strong ? 9 : 5); // beside the ring
  const box: Box = [from - 3, y - font * 0.7, from + context.measureText(text).width + 3, y + font * 0.7];
  if (taken.some(other => overlap(box, other))) return;
  taken.push(box);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 3.5;
  context.strokeStyle = css(paper(dark), 0.88);
  context.strokeText(text, from, y + 0.5);
  context.fillStyle = css(ink(dark), strong ? 1 : 0.88);
  context.fillText(text, from, y + 0.5);
}
