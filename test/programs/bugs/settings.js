const settings = Object.freeze({ theme: 'light', zoom: 1 });

export function zoomIn(step) { //! zoom
  settings.zoom = settings.zoom + step;
  return settings.zoom;
}
