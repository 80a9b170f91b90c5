/* The communities as regions of the map: a tinted shape around the members, and a name that fades as one comes near. */

import type { Graph } from './graph';
import { colourOf, css, ink, paper } from './palette';

const LEAST = 4; // members that make a region
const MOST = 160; // regions drawn
const MARGIN = 16; // units of the map around the outermost members

interface Region {
  rank: number;
  name: string;
  outline: [number, number][];
}

export type Place = (x: number, y: number) => [number, number];

/* The regions of what is shown; members far from all others do not stretch them. */
export function findRegions(graph: Graph, shown: Uint8Array): Region[] {
  const { x, y, community } = graph.nodes;
  const members = new Map<number, number[]>();
  community.forEach((rank, node) => {
    if (rank < 0 || !shown[node]) return;
    const group = members.get(rank);
    if (group) group.push(node); else members.set(rank, [node]);
  });
  const found = [...members].filter(([, group]) => group.length >= LEAST)
    .sort((a, b) => b[1].length - a[1].length || a[0] - b[0]).slice(0, MOST);
  return found.map(([rank, group]) => {
    const mx = median(group.map(node => x[node]));
    const my = median(group.map(node => y[node]));
    const far = (node: number): number => (x[node] - mx) ** 2 + (y[node] - my) ** 2;
    const near = group.sort((a, b) => far(a) - far(b)).slice(0, Math.max(LEAST, Math.ceil(group.length * 0.94)));
    const outline = hull(near.flatMap(node => around(x[node], y[node])));
    return { rank, name: graph.community_names[rank], outline };
  });
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

function around(x: number, y: number): [number, number][] {
  const half = MARGIN * Math.SQRT1_2;
  return [[x + MARGIN, y], [x - MARGIN, y], [x, y + MARGIN], [x, y - MARGIN],
    [x + half, y + half], [x - half, y - half], [x + half, y - half], [x - half, y + half]];
}

/* The convex hull (Andrew's monotone chain). */
function hull(points: [number, number][]): [number, number][] {
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (ordered: [number, number][]): [number, number][] => {
    const found: [number, number][] = [];
    for (const point of ordered) {
      while (found.length > 1 && turn(found[found.length - 2], found[found.length - 1], point) <= 0) found.pop();
      found.push(point);
    }
    found.pop();
    return found;
  };
  return [...chain(points), ...chain([...points].reverse())];
}

function turn(a: [number, number], b: [number, number], c: [number, number]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

export function drawRegions(
  context: CanvasRenderingContext2D, regions: Region[], place: Place, dark: boolean, coloured: boolean
): void {
  for (const { rank, outline } of regions) {
    const points = outline.map(([x, y]) => place(x, y));
    context.beginPath();
    points.forEach(([x, y], at) => {
      const [nextX, nextY] = points[(at + 1) % points.length];
      const [middleX, middleY] = [(x + nextX) / 2, (y + nextY) / 2];
      if (at) context.quadraticCurveTo(x, y, middleX, middleY); else context.moveTo(middleX, middleY);
    });
    const [[x, y], [nextX, nextY]] = [points[0], points[1]];
    context.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2);
    const colour = colourOf(coloured ? rank : -1, dark);
    context.fillStyle = css(colour, dark ? 0.09 : 0.08);
    context.fill();
    context.strokeStyle = css(colour, dark ? 0.2 : 0.18);
    context.lineWidth = 1;
    context.stroke();
  }
}

export type Box = [left: number, top: number, right: number, bottom: number];

/* Names above regions wide enough on the screen, the biggest first, none over another. `unit` is pixels per unit.
   Returns the room that they take. */
export function drawNames(
  context: CanvasRenderingContext2D, regions: Region[], place: Place, unit: number, dark: boolean, coloured: boolean
): Box[] {
  const taken: Box[] = [];
  const family = getComputedStyle(document.body).fontFamily;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const { rank, name, outline } of regions) {
    const xs = outline.map(point => point[0]);
    const width = (Math.max(...xs) - Math.min(...xs)) * unit;
    const size = Math.min(21, Math.max(11.5, width / 10));
    const alpha = width < 40 ? 0 : Math.min(1, Math.max(0, (1800 - width) / 600));
    if (alpha <= 0) continue;
    context.font = `600 ${size}px ${family}`;
    const text = shortened(name, 28);
    const half = context.measureText(text).width / 2 + 6;
    const [atX, top] = place((Math.max(...xs) + Math.min(...xs)) / 2, Math.max(...outline.map(point => point[1])));
    const atY = top - size * 0.35;
    const box: Box = [atX - half, atY - size * 0.75, atX + half, atY + size * 0.75];
    if (taken.some(other => overlap(box, other))) continue;
    taken.push(box);
    context.globalAlpha = alpha;
    context.lineWidth = 5;
    context.strokeStyle = css(paper(dark), 0.85);
    context.strokeText(text, atX, atY);
    context.fillStyle = css(coloured ? shade(colourOf(rank, dark), dark) : ink(dark));
    context.fillText(text, atX, atY);
    context.globalAlpha = 1;
  }
  return taken;
}

/* A colour as text: darker on light paper, lighter on dark. */
function shade(colour: readonly [number, number, number], dark: boolean): readonly [number, number, number] {
  const towards = ink(dark);
  return [0, 1, 2].map(at => Math.round(colour[at] * 0.62 + towards[at] * 0.38)) as unknown as [number, number, number];
}

export function overlap(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

export function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}
