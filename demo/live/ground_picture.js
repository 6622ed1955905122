// The blocked cells of the ground, painted anew when the camera has moved.
class GroundPicture {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.context = this.canvas.getContext("2d");
    this.painted = "";
  }

  of({ ground, camera, palette, ratio }) {
    const { canvas, context } = this;
    const [width, height] = [Math.round(camera.width * ratio), Math.round(camera.height * ratio)];
    const key = [width, height, camera.x, camera.y, camera.scale, palette.css.wall].join(" ");
    if (this.painted === key && this.ground === ground) return canvas;
    this.painted = key;
    this.ground = ground;
    if (canvas.width !== width || canvas.height !== height) {
      Object.assign(canvas, { width, height });
      this.image = context.createImageData(width, height);
    }
    const background = new Uint32Array(this.image.data.buffer);
    background.fill(0);
    paintGround(ground, { width, height, background }, { camera, palette, ratio });
    context.putImageData(this.image, 0, 0);
    return canvas;
  }
}
