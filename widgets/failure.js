export function render({model, el}) {
  const notice = document.createElement("p");
  notice.className = "failure";
  notice.setAttribute("role", "alert");
  notice.textContent = `This view could not be built: ${model.text}`;
  el.replaceChildren(notice);
}
