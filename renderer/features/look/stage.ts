import {
  DirectionalLight,
  HemisphereLight,
  Mesh,
  OrthographicCamera,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
  type Intersection,
} from 'three';
import { acceleratedRaycast, MeshBVH } from 'three-mesh-bvh';
import type { Point3 } from '../../../shared/rpc/scene.ts';
import { buildModel, type BuiltModel } from './build-model.ts';
import { axesOf, seenAt } from './gaze.ts';
import { boundsOf, type Cut, type Frame, type Painter, type Shown } from './shown.ts';

/** A corner this near to where somebody points is what they mean, in pixels. */
const cornerPixels = 10;

/**
 * Draws models with the light that pictures in the gallery have: from above on the left, and the sky.
 * @throws Error where the browser cannot draw in space
 */
export function createStage(canvas: HTMLCanvasElement): Painter {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  const camera = new OrthographicCamera();
  const world = litWorld(camera);
  let built: { readonly scene: Shown['scene']; readonly model: BuiltModel }[] = [];
  let around: readonly Shown[] = [];

  return {
    show(shown) {
      around = shown;
      const kept = shown.map((one, place) => {
        const before = built[place];
        return before?.scene === one.scene ? before : { scene: one.scene, model: buildModel(one) };
      });
      for (const old of built.filter((one) => !kept.includes(one))) {
        world.remove(old.model.group);
        old.model.close();
      }
      for (const [place, one] of kept.entries()) {
        world.add(one.model.group);
        one.model.paint(shown[place] as Shown);
      }
      built = kept;
    },
    draw(frame) {
      renderer.setPixelRatio(frame.density);
      renderer.setSize(frame.width, frame.height, false);
      renderer.clippingPlanes = planesOf(frame.cut);
      aim(camera, frame, farOf(around, frame.gaze.target));
      renderer.render(world, camera);
    },
    pick(frame, x, y) {
      aim(camera, frame, farOf(around, frame.gaze.target));
      const surfaces = built.flatMap(({ model }) =>
        model.parts.filter(({ visible }) => visible).flatMap((part) => model.surfacesOf(part)),
      );
      const hit = hitOf(surfaces, camera, frame, { x, y });
      return hit && (cornerNear(hit, frame, x, y) ?? hit.point.toArray());
    },
    close() {
      for (const { model } of built) model.close();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}

/** With a lamp that goes with who looks. */
function litWorld(camera: OrthographicCamera): Scene {
  const lamp = new DirectionalLight(0xffffff, 1.9);
  lamp.position.set(-0.45, 0.75, 0.65);
  camera.add(lamp, lamp.target);
  return new Scene().add(camera, new HemisphereLight(0xffffff, 0x9aa2ad, 1.7));
}

/** @param far how far away the camera has to stand so that nothing lies behind it */
function aim(camera: OrthographicCamera, { gaze, width, height }: Frame, far: number): void {
  const { towards, up } = axesOf(gaze);
  camera.position.set(...gaze.target).addScaledVector(new Vector3(...towards), far);
  camera.up.set(...up);
  camera.lookAt(...gaze.target);
  camera.top = gaze.span / 2;
  camera.bottom = -camera.top;
  camera.right = camera.top * (width / height);
  camera.left = -camera.right;
  camera.near = 0;
  camera.far = far * 2;
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
}

/** The surface that is seen there, in front of what is cut away. */
function hitOf(
  surfaces: readonly Mesh[],
  camera: OrthographicCamera,
  { width, height, cut }: Frame,
  { x, y }: { readonly x: number; readonly y: number },
): Intersection | undefined {
  const caster = new Raycaster();
  caster.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), camera);
  for (const surface of surfaces) {
    surface.geometry.boundsTree ??= new MeshBVH(surface.geometry);
    surface.raycast = acceleratedRaycast;
  }
  const [plane] = planesOf(cut);
  return caster.intersectObjects([...surfaces], false).find(({ point }) => !plane || plane.distanceToPoint(point) >= 0);
}

function planesOf(cut: Cut | undefined): Plane[] {
  if (!cut) return [];
  const normal = new Vector3().setComponent(cut.axis, -1);
  return [new Plane(normal, cut.at)];
}

/** So far away that nothing lies behind the camera. */
function farOf(shown: readonly Shown[], target: Point3): number {
  const bounds = boundsOf(shown);
  if (!bounds) return 1;
  const corner = ([0, 1, 2] as const).map((axis) =>
    Math.max(Math.abs(bounds.min[axis] - target[axis]), Math.abs(bounds.max[axis] - target[axis])),
  );
  return Math.hypot(...corner) * 1.01 || 1;
}

/** The corner of the triangle that was hit, where it is as good as meant. */
function cornerNear({ face, object }: Intersection, frame: Frame, x: number, y: number): Point3 | undefined {
  if (!face || !(object instanceof Mesh)) return undefined;
  const { width, height, gaze } = frame;
  const position = (object as Mesh).geometry.getAttribute('position');
  const corners = [face.a, face.b, face.c].map((index) =>
    object.localToWorld(new Vector3().fromBufferAttribute(position, index)).toArray(),
  );
  const away = (point: Point3): number => {
    const [right, up] = seenAt(gaze, point);
    return Math.hypot(width / 2 + right * height - x, height / 2 - up * height - y);
  };
  const [nearest] = corners.sort((a, b) => away(a) - away(b));
  return nearest && away(nearest) <= cornerPixels ? nearest : undefined;
}
