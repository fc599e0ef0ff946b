export default {
  render({ model, el }) {
    el.innerHTML = `<figure class="explorer">${model.get("markup")}</figure>`;
    const draws = model.get("draws");
    const drawAgain = () => {
      model.set("draw", (model.get("draw") + 1) % draws);
      model.save_changes();
    };
    const figure = el.firstElementChild;
    const show = globalThis.ldpExplorer.attach(figure, model.get("chart"), draws && drawAgain);
    const update = () => show(model.get("payload"));
    model.on("change:payload", update);
    update();
    return () => model.off("change:payload", update);
  },
};
