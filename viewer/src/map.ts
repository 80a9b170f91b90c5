/* The map: sigma draws nodes and edges, canvases below and above it the regions and what the reader looks at. */

import Graphology from 'graphology';
import Sigma from 'sigma';
import { EdgeArrowProgram, EdgeLineProgram, EdgeRectangleProgram } from 'sigma/rendering';

import type { Shown } from './facets';
import { drawFound, drawMapLabels, drawNeighbourhood, drawSelected, type Scene, type Spot } from './focus';
import type { Graph } from './graph';
import { colourOf, css, grey, premultiplied, type Rgb } from './palette';
import { drawNames, drawRegions, findRegions } from './regions';
import { programsOf, shapeOf, weightOf } from './shapes';
import { isDark } from './theme';

const ARROWS = 2500; // edges up to which the whole map shows directions
const THIN = 20000; // edges from which they are drawn as hair lines

export interface GraphMap {
  show: (shown: Shown, colours: Int32Array, local: boolean) => void;
  search: (found: number[] | null) => void;
  select: (node: number | null) => void;
  goTo: (nodes: number[]) => void;
  fit: () => void;
  zoom: (factor: number) => void;
  pan: (dx: number, dy: number) => void;
  repaint: () => void;
}

export interface Listener {
  open: (node: number | null) => void;
}

export function hasWebGL(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch { return false; }
}

/* Edges between the same two nodes in the same direction are drawn once. */
function pairsOf({ edges, size }: Graph): { of: Uint32Array; source: number[]; target: number[] } {
  const known = new Map<number, number>();
  const [source, target]: number[][] = [[], []];
  const of = new Uint32Array(edges.source.length);
  edges.source.forEach((one, row) => {
    const key = one * size + edges.target[row];
    let pair = known.get(key);
    if (pair === undefined) {
      pair = source.length;
      known.set(key, pair);
      source.push(one);
      target.push(edges.target[row]);
    }
    of[row] = pair;
  });
  return { of, source, target };
}

export function makeMap(graph: Graph, container: HTMLElement, listener: Listener, first: Shown): GraphMap {
  const base = Math.min(4.5, 8.5 / graph.size ** 0.2) * Math.min(1, (4000 / graph.size) ** 0.3);
  const sizes = Float32Array.from(graph.degree, degree => base * (0.75 + 0.5 * Math.log2(1 + degree)));
  const bySize = Uint32Array.from(graph.degree.keys()).sort((a, b) => sizes[b] - sizes[a] || a - b);
  const least = graph.size > 2000 ? 6 : graph.size > 300 ? 5.5 : 3.5; // pixels of a node that is labelled
  const shapes = graph.kinds.map(shapeOf);
  const pairs = pairsOf(graph);
  let shown = first;
  let pairShown = pairsShown(first);
  let colours = Int32Array.from(graph.nodes.community);
  let isFirst = true;
  let coloured = true;
  let isLocal = false;
  let found: number[] | null = null;
  let selected: number | null = null;
  let hovered: number | null = null;
  let regions: ReturnType<typeof findRegions> = [];
  let dark = isDark();

  const drawn = new Graphology({ type: 'directed' });
  for (let node = 0; node < graph.size; node += 1) {
    const shape = shapes[graph.nodes.kind[node]];
    drawn.addNode(String(node), {
      x: graph.nodes.x[node], y: graph.nodes.y[node], label: graph.title[node], type: shape,
      size: sizes[node] * weightOf(shape),
    });
  }
  pairs.source.forEach((source, pair) =>
    drawn.addEdgeWithKey(String(pair), String(source), String(pairs.target[pair])));
  const edgePrograms = { hair: EdgeLineProgram, line: EdgeRectangleProgram, arrow: EdgeArrowProgram };
  const edgeType = pairs.source.length > THIN ? 'hair' : pairs.source.length > ARROWS ? 'line' : 'arrow';
  const density = Math.min(0.42, Math.max(0.07, 14 / Math.sqrt(pairs.source.length + 1)));

  function pairsShown(now: Shown): Uint8Array<ArrayBuffer> {
    const mask = new Uint8Array(pairs.source.length);
    now.edges.forEach((each, row) => { if (each) mask[pairs.of[row]] = 1; });
    return mask;
  }

  const colour = (node: number): Rgb => colourOf(colours[node], dark);
  const { draw, hover } = programsOf(shapes);
  const sigma = new Sigma(drawn, container, {
    nodeProgramClasses: draw,
    nodeHoverProgramClasses: hover,
    edgeProgramClasses: { [edgeType]: edgePrograms[edgeType], arrow: EdgeArrowProgram },
    nodeReducer: (key, data) => (shown.nodes[+key] ? { ...data, color: css(colour(+key)) } : { ...data, hidden: true }),
    edgeReducer: (key, data) => {
      const pair = +key;
      if (!pairShown[pair]) return { ...data, hidden: true };
      const [one, other] = [pairs.source[pair], pairs.target[pair]];
      const inside = colours[one] === colours[other];
      const alpha = isLocal ? 0.3 : density * (inside ? 1 : 0.55);
      return { ...data, type: isLocal ? 'arrow' : edgeType, size: isLocal ? 1.4 : 1,
        color: premultiplied(inside ? colour(one) : grey(dark), alpha) };
    },
    defaultNodeType: 'circle',
    defaultDrawNodeHover: () => {},
    renderLabels: false,
    stagePadding: 48,
    minCameraRatio: Math.min(0.2, 12 / Math.sqrt(graph.size) / 10),
    maxCameraRatio: 3,
    zIndex: false,
    allowInvalidContainer: true,
    doubleClickZoomingRatio: 2,
  });

  const below = sigma.createCanvas('regions', { beforeLayer: 'edges' });
  const names = sigma.createCanvas('names', { afterLayer: 'nodes' });
  const above = sigma.createCanvas('focus', { afterLayer: 'names' });
  const contexts = [below, names, above].map(canvas => canvas.getContext('2d') as CanvasRenderingContext2D);
  const sizeCanvases = (): void => {
    const { width, height } = sigma.getDimensions();
    const density = devicePixelRatio || 1;
    for (const { canvas } of contexts) {
      canvas.width = width * density;
      canvas.height = height * density;
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
  };

  function paint(): void {
    const { width, height } = sigma.getDimensions();
    const density = devicePixelRatio || 1;
    const [zero, one] = [sigma.graphToViewport({ x: 0, y: 0 }), sigma.graphToViewport({ x: 1000, y: 1000 })];
    const [unitX, unitY] = [(one.x - zero.x) / 1000, (one.y - zero.y) / 1000];
    const place = (x: number, y: number): [number, number] => [zero.x + x * unitX, zero.y + y * unitY];
    for (const context of contexts) {
      context.setTransform(density, 0, 0, density, 0, 0);
      context.clearRect(0, 0, width, height);
    }
    const scale = sigma.scaleSize(1);
    const spot = (node: number): Spot => {
      const shape = shapes[graph.nodes.kind[node]];
      const [x, y] = place(graph.nodes.x[node], graph.nodes.y[node]);
      return { x, y, size: Math.max(2.5, sizes[node] * weightOf(shape) * scale), colour: css(colour(node)), shape };
    };
    const scene: Scene = { graph, context: contexts[2], dark, spot, nodeShown: shown.nodes, edgeShown: shown.edges, width, height };
    if (!isLocal) drawRegions(contexts[0], regions, place, dark, coloured);
    const taken = isLocal ? [] : drawNames(contexts[1], regions, place, Math.abs(unitX), dark, coloured);
    if (!container.classList.contains('faded') && !isLocal) {
      drawMapLabels({ ...scene, context: contexts[1] }, bySize, least, taken);
    }
    if (hovered !== null) drawNeighbourhood(scene, hovered);
    else if (found && selected === null) drawFound(scene, found);
    else if (selected !== null) drawNeighbourhood(scene, selected);
    if (selected !== null && hovered !== null && shown.nodes[selected]) drawSelected(scene, selected);
  }

  function fade(): void {
    const faded = hovered !== null || found !== null || (selected !== null && !isLocal);
    container.classList.toggle('faded', faded);
    sigma.scheduleRender();
  }

  sigma.on('resize', sizeCanvases);
  sigma.on('afterRender', paint);
  sigma.on('enterNode', ({ node }) => { hovered = +node; container.classList.add('pointing'); fade(); });
  sigma.on('leaveNode', () => { hovered = null; container.classList.remove('pointing'); fade(); });
  sigma.on('clickNode', ({ node }) => listener.open(+node));
  sigma.on('clickStage', () => listener.open(null));
  sizeCanvases();
  new ResizeObserver(() => { if (container.offsetWidth) sigma.scheduleRender(); }).observe(container);

  const camera = sigma.getCamera();
  const move = (state: { x?: number; y?: number; ratio?: number }): void => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches || graph.size > 20000;
    if (still) camera.setState(state); else void camera.animate(state, { duration: 350 });
  };

  return {
    show: (now, ranks, local) => {
      const isSame = isFirst && !local && ranks.every((rank, node) => rank === colours[node]);
      isFirst = false;
      shown = now;
      colours = ranks as Int32Array<ArrayBuffer>;
      if (isLocal !== local) {
        isLocal = local;
        fade();
      }
      coloured = ranks.length > 0 && ranks.every((rank, node) => rank === graph.nodes.community[node]);
      pairShown = pairsShown(now);
      regions = findRegions(graph, now.nodes);
      if (isSame) paint(); // sigma has just drawn this
      else sigma.refresh({ schedule: true });
    },
    search: now => {
      if (found === null && now === null) return;
      found = now;
      fade();
    },
    select: node => {
      if (selected === node) return;
      selected = node;
      fade();
    },
    goTo: nodes => {
      const spots = nodes.map(node =>
        sigma.viewportToFramedGraph(sigma.graphToViewport({ x: graph.nodes.x[node], y: graph.nodes.y[node] })));
      if (!spots.length) return;
      const [xs, ys] = [spots.map(spot => spot.x), spots.map(spot => spot.y)];
      const [left, right] = [Math.min(...xs), Math.max(...xs)];
      const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
      const wide = Math.max(right - left, bottom - top) * 1.25;
      const ratio = spots.length === 1 ? Math.min(camera.ratio, 0.35) : Math.max(0.08, wide);
      move({ x: (left + right) / 2, y: (top + bottom) / 2, ratio });
    },
    fit: () => move({ x: 0.5, y: 0.5, ratio: 1 }),
    zoom: factor => move({ ratio: camera.getBoundedRatio(camera.ratio * factor) }),
    pan: (dx, dy) => move({ x: camera.x + dx * camera.ratio, y: camera.y + dy * camera.ratio }),
    repaint: () => { dark = isDark(); sigma.refresh({ schedule: true }); },
  };
}
